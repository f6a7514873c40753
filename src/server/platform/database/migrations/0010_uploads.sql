-- Items of uploads that wait for something other than their turn: for room on the disk, or for a server that was killed
-- again and again while it read them.
alter table upload_item add column waits_for text check (waits_for in ('room', 'calm'));
-- Bytes that the last attempt would have needed; null unless it ended for want of them.
alter table upload_item add column room_needed bigint;
create index upload_item_waiting on upload_item (waits_for) where waits_for is not null;

-- How often a job was put aside for a longer time because the servers that ran it died.
alter table job add column rests integer not null default 0;
