-- All the words of a post in one column: each word of a search may stand in the title, the excerpt or the text.
alter table public.posts add column search_text text
  generated always as (title || ' ' || coalesce(excerpt, '') || ' ' || content) stored;
