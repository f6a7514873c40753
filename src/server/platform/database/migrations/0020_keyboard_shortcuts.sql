-- Keyboard shortcuts (src/server/documents/kinds/keyboard-shortcuts.ts): everybody has one document of them.
create unique index document_shortcuts_once on document (owner_id) where kind = 'keyboard_shortcuts';
