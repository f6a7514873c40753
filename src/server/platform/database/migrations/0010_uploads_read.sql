-- Parts of uploads that are being read or could not be: there are few, and every list of patients counts them.
create index upload_item_unread on upload_item (upload_id) where state in ('waiting', 'ingesting', 'failed');
