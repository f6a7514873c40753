-- Keys that clients give to what they make: the same again, after an answer that did not arrive, makes nothing twice.
alter table document add column request_key text;
create index document_by_request on document (made_by, request_key) where request_key is not null;
alter table upload add column request_key text;
create index upload_by_request on upload (user_id, request_key) where request_key is not null;
