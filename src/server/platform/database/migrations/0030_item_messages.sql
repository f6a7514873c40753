-- Which directory or file a message is about; of older ones, and of those about the whole upload, nobody knows or none.
alter table upload_message add column item_id integer references upload_item (id) on delete set null;
create index upload_message_by_item on upload_message (item_id) where item_id is not null;
