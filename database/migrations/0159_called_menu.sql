-- Menus and dictionaries by their English name for its readers, as materials and units are.
create function called(entry menu) returns text language sql stable parallel safe as $$
  select case when current_setting('app.language', true) = 'en' and entry.name_en <> '' then entry.name_en
    else entry.name end
$$;
create function called(entry dict) returns text language sql stable parallel safe as $$
  select case when current_setting('app.language', true) = 'en' and entry.dict_value_en <> '' then entry.dict_value_en
    else entry.dict_value end
$$;
create function called(entry dict_biz) returns text language sql stable parallel safe as $$
  select case when current_setting('app.language', true) = 'en' and entry.dict_value_en <> '' then entry.dict_value_en
    else entry.dict_value end
$$;
