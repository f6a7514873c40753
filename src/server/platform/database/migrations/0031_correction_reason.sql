-- Why a form was corrected, in the words of who did; of other forms, and of corrections before this, nobody said.
alter table patient_form add column reason text;
