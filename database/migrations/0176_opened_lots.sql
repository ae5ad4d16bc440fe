-- How long goods keep once they are opened or thawed, and until when such a lot may be used.
alter table material add column opened_life_hours integer;
alter table material add column thawed_life_hours integer;
alter table batch add column use_by timestamptz;
