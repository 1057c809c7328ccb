import type { ListedRecord } from "#app/model/dns/listed-record.ts";

/** What a record is: type, name, content, and the rest in one line. */
export function RecordFacts({ record: { type, name, content, detail, comment } }: { record: ListedRecord }) {
  return (
    <>
      <p className="record-name" translate="no">
        <b className="record-type">{type}</b> {name}
      </p>
      <p className="record-content" translate="no">
        {content}
      </p>
      <p className="quiet">{detail}</p>
      {comment !== undefined && <p className="quiet">{comment}</p>}
    </>
  );
}
