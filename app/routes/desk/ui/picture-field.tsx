import type { PictureChoice } from "#app/pictures/stored-pictures.table.server.ts";
import { Field, FieldError } from "#app/ui/forms/field.tsx";
import { inputProps } from "#app/ui/forms/input-props.ts";

/** Our own drawings. They show nothing, so they need no words. */
export const OUR_DRAWINGS = ["dns", "host", "mail", "names", "phone", "school", "shop"].map((name) => ({
  name,
  path: `/pictures/post-${name}.svg`,
}));

type FormField = Parameters<typeof inputProps>[0];
type PictureFieldProps = {
  /** The picture that the post has; null for none. */
  stored: PictureChoice | null;
  /** The chosen picture, and what it shows. */
  chosen: FormField;
  alt: FormField;
  altLabel: string;
};

/** Chooses the picture of a post: a file of the member of staff, or one of our drawings. */
export function PictureField({ stored, chosen, alt, altLabel }: PictureFieldProps) {
  const value = String(chosen.initialValue ?? "");
  const { id, name } = chosen;
  const [error] = chosen.errors ?? [];
  const isDrawing = OUR_DRAWINGS.some(({ path }) => path === value);
  const choices = [
    ...(value === "" || isDrawing ? [] : [{ name: "yours", path: value }]),
    ...OUR_DRAWINGS,
    { name: "none, the pattern of the category", path: "" },
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
        <p className="quiet">Or take one of ours:</p>
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
      <Field
        {...inputProps(alt)}
        label={altLabel}
        hint="For people who do not see it. One of our drawings needs no words."
        isOptional={value === "" || isDrawing}
      />
    </>
  );
}
