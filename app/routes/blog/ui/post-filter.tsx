import { Form } from "@remix-run/react";
import { blogPath } from "#app/blog/blog-view.ts";
import { CATEGORIES } from "#app/blog/post.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

type PostFilterProps = { category: string; query: string; isPending: boolean };

/** The search form for posts. It keeps the searched words. */
export function PostSearch({ query, isPending }: Pick<PostFilterProps, "query" | "isPending">) {
  return (
    <Form
      method="get"
      action="/blog"
      role="search"
      className="grid max-w-[26rem] grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-2"
    >
      <label htmlFor="post-words" className="col-span-full font-bold">
        Search the posts
      </label>
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
    <nav aria-label="Categories" className="lg:col-span-full">
      <ul className="chips -mx-[16px] flex gap-2 overflow-x-auto px-[16px] py-1 md:mx-0 md:px-0">
        {["", ...CATEGORIES].map((name) => (
          <li key={name} className="flex-none">
            <Link
              to={blogPath({ category: name, query })}
              aria-current={name === category ? "page" : undefined}
              className="flex min-h-touch items-center rounded-sm border-2 border-edge px-3 font-medium no-underline hover:underline aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-ground"
            >
              {name || "All Posts"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
