-- A correction is a form of its own that stands in the place of another, which stays as it was submitted. A form has one at most.
alter table patient_form
  add column corrects integer unique references patient_form (id),
  -- Who sent a correction; of other forms it is the upload that knows.
  add column email text,
  -- Of a correction: when the first of its row was filled in, which is what the newest form of a patient goes by.
  add column stands_at timestamptz;
