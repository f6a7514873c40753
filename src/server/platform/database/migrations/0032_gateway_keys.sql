-- Keys that clients give to the gateways they make: the same again, after an answer that did not arrive, makes no second one.
alter table gateway add column request_key text;
create index gateway_by_request on gateway (made_by, request_key) where request_key is not null;
