-- As of documents and uploads: the same call again, after an answer that did not arrive, makes no second session.
alter table annotation_group add column request_key text;
create index annotation_group_by_request on annotation_group (made_by, request_key) where request_key is not null;
