-- Pictures load in an <img>, which sends no header: their address carries a key nobody can guess.
alter table stored_file add column link_key text not null default replace(gen_random_uuid()::text, '-', '');
