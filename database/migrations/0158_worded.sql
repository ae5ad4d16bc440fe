-- A sentence of the program is stored in both languages, English on a line of its own: each reader gets theirs. One of
-- before has no second line and stays as it is.
create function worded(said text) returns text language sql stable parallel safe as $$
  select case when current_setting('app.language', true) = 'en' and position(E'\n' in said) > 0
    then split_part(said, E'\n', 2) else split_part(said, E'\n', 1) end
$$;
