-- What each person has otherwise in Shared displays (src/server/documents/kinds/display-views.ts): everybody has one document of it.
create unique index document_views_once on document (owner_id) where kind = 'display_views';
