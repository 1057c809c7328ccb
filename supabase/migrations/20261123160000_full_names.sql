-- The full names of customers by their addresses: a mail greets its reader by the first name.
create function public.full_names(addresses jsonb) returns table (email text, name text)
language sql stable security definer set search_path = '' as $$
  select customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from auth.users as customer
  where customer.email in (select jsonb_array_elements_text(addresses))
    and customer.raw_user_meta_data ->> 'full_name' <> '';
$$;
revoke execute on function public.full_names(jsonb) from public, anon, authenticated;
grant execute on function public.full_names(jsonb) to service_role;
