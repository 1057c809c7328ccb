import type { PictureChoice } from "#app/pictures/stored-pictures.table.server.ts";
import { Field, FieldError } from "#app/ui/forms/field.tsx";
import { inputProps } from "#app/ui/forms/input-props.ts";

/** Our own drawings for each kind of article: the files of public/pictures. They show nothing, so they need no words. */
const DRAWINGS = {
  post: ["dns", "host", "mail", "names", "phone", "school", "shop"],
  project: ["beads", "clinic", "dhow", "kitchen", "ledger", "market", "school", "water"],
};

/** Returns whether a path is one of our own drawings. */
export const isOurDrawing = (path: string) => /^\/pictures\/(?:post|project)-[a-z]+\.svg$/.test(path);

type FormField = Parameters<typeof inputProps>[0];
type PictureFieldProps = {
  drawings: keyof typeof DRAWINGS;
  /** The picture that the article has; null for none. */
  stored: PictureChoice | null;
  /** The chosen picture, and what it shows. The picture of a project is decorative: its page has its words beside it. */
  chosen: FormField;
  alt?: FormField;
  altLabel?: string;
};

/** Chooses the picture of an article: a file of the member of staff, or one of our drawings. */
export function PictureField({ drawings, stored, chosen, alt, altLabel = "" }: PictureFieldProps) {
  const value = String(chosen.initialValue ?? "");
  const { id, name } = chosen;
  const [error] = chosen.errors ?? [];
  const isDrawing = isOurDrawing(value);
  const choices = [
    { name: drawings === "post" ? "none, the pattern of the category" : "none", path: "" },
    ...(value === "" || isDrawing ? [] : [{ name: "yours", path: value }]),
    ...DRAWINGS[drawings].map((name) => ({ name, path: `/pictures/${drawings}-${name}.svg` })),
  ];
  return (
    <>
      <fieldset className="picture-field flow">
        <legend>Picture</legend>
        <div className="picture-now">
          {value === "" ? <i /> : <img src={value} alt="" width={96} height={72} />}
          <p>
            <label htmlFor={id}>Choose a picture</label>
            <span className="quiet">
              {value === "" || isDrawing
                ? "PNG, JPEG, WebP or AVIF, at most 5 MB"
                : stored?.path === value
                  ? stored.words
                  : "Uploaded"}
            </span>
          </p>
          {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
          <input
            id={id}
            type="file"
            name="upload"
            accept="image/png,image/jpeg,image/webp,image/avif"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
          />
        </div>
        <p className="quiet">Or one of our drawings:</p>
        <div className="picture-tiles">
          {choices.map(({ name: label, path }) => (
            <label key={path}>
              <input type="radio" name={name} value={path} defaultChecked={path === value} />
              <span className="visually-hidden">{`Picture: ${label}`}</span>
              {path === "" ? <span aria-hidden="true">None</span> : <img src={path} alt="" width={56} height={44} />}
            </label>
          ))}
        </div>
      </fieldset>
      {alt && (
        <Field
          {...inputProps(alt)}
          label={altLabel}
          hint="For people who cannot see it. Our drawings need no words."
          isOptional={value === "" || isDrawing}
        />
      )}
    </>
  );
}
