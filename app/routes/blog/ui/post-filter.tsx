import { Form } from "@remix-run/react";
import { blogPath } from "#app/model/blog-view.ts";
import { CATEGORIES } from "#app/model/post.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

type PostFilterProps = { category: string; query: string; isPending: boolean };

/** The search form for posts. It keeps the searched words. */
export function PostSearch({ query, isPending }: Pick<PostFilterProps, "query" | "isPending">) {
  return (
    <Form method="get" action="/blog" role="search" className="filter">
      <label htmlFor="post-words">Search the posts</label>
      <input
        key={query}
        id="post-words"
        name="q"
        className="input"
        defaultValue={query}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
      />
      <Button kind="alt" isPending={isPending}>
        Search
      </Button>
    </Form>
  );
}

/** Links to the categories. Each keeps the search and starts at the first page. */
export function CategoryLinks({ category, query }: Pick<PostFilterProps, "category" | "query">) {
  return (
    <nav aria-label="Categories">
      <ul className="chips">
        {["", ...CATEGORIES].map((name) => (
          <li key={name}>
            <Link to={blogPath({ category: name, query })} aria-current={name === category ? "page" : undefined}>
              {name || "All Posts"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
