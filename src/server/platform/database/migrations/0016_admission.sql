-- Whether people say that a patient is being recorded (src/server/admission). An open stream says so by itself.
alter table patient add column is_admitted boolean not null default false;
