-- What accounts prove and leave behind: addresses confirmed by a link, ends of sessions, known devices, a bounded log of sign-ins,
-- an audit of reading (spec 000 sections 3, 5, 6).

-- The account's address was reached by a mail: an invitation, a reset or a confirmation came from there.
alter table app_user add column email_verified boolean not null default false;
update app_user u set email_verified = u.is_verified
  and exists (select from user_action a where a.user_id = u.id and a.action = '/v1/account/create_account')
  and not exists (select from user_action a where a.user_id = u.id and a.action = '/v1/account/change_email');

-- An address that somebody wants instead of theirs, until the link that was sent there is opened. One for each user.
create table email_change (
  id bigint generated always as identity primary key,
  user_id integer not null unique references app_user (id) on delete cascade,
  email text not null,
  email_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table token drop constraint token_purpose_check;
alter table token add constraint token_purpose_check check (
  purpose in ('session', 'create_account', 'reset_password', 'change_email', 'oauth_code', 'oauth_access'));
