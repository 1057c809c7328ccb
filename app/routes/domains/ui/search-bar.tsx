import type { ComponentProps } from "react";
import { SearchForm } from "#app/ui/forms/search-form.tsx";

/** The slim cloth with the search on it, above the answer. */
export function SearchBar(props: Omit<ComponentProps<typeof SearchForm>, "variant">) {
  return (
    <div className="search-bar cloth spots">
      <div className="page">
        <SearchForm variant="bar" {...props} />
      </div>
    </div>
  );
}
