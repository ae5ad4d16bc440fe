-- A value as people are shown it where some values are stored sealed: the mask for those.
create function shown_secret(text) returns text language sql immutable parallel safe as
$$ select case when $1 like 'sealed:%' then '******' else $1 end $$;
