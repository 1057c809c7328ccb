import type { ComponentProps } from "react";
import { SearchForm } from "#app/ui/forms/search-form.tsx";

/** The search form above a result. */
export function SearchBar(props: Omit<ComponentProps<typeof SearchForm>, "variant">) {
  return (
    <div className="search-bar cloth spots">
      <div className="page">
        <SearchForm variant="bar" {...props} />
      </div>
    </div>
  );
}
