-- A locked screen is a property of the session: no reload, new window or emptied browser opens it, and guesses are counted here.
alter table session add column locked_time timestamptz, add column lock_hash text, add column lock_failures integer not null default 0;

-- What the browser's own clock said when an error happened there; the server knows only when it was told.
alter table client_error add column occurred_time text not null default '';
