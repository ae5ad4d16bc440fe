import { type ReactNode, useState } from 'react';
import type { Sheet } from '../../print/content.rules.ts';
import { sheetOf } from '../../print/papers.rules.ts';
import { PrintedSheets } from '../../print/printed-sheets.view.tsx';
import type { Part, Say, Shown } from './public-order.view.ts';

type Note = Shown['notes'][number];
const SIZE = '60x40';
const TONES = { shipped: 'next', received: 'done', cancelled: 'plain' } as const;

/** What was sent, and the labels of its lots: our dock scans them. */
export function ShippedNotes({ order, say }: Part): ReactNode {
  const [printing, setPrinting] = useState<Note>();
  return (
    <section>
      <h2>{say('notes')}</h2>
      {order.notes.map((note) => (
        <article key={note.id} className="public-order-note">
          <h3>
            {note.noteNo}
            <span className={`public-order-state is-${TONES[note.noteStatus]}`}>{say(`note.${note.noteStatus}`)}</span>
          </h3>
          <p className="soft">
            {[note.plateNo, note.driver, note.phone, note.arriveTime.slice(5, 16)].filter(Boolean).join(' · ')}
          </p>
          <ul className="public-order-lines">
            {note.lots.map((lot) => (
              <li key={lot.code}>
                <div>
                  <span>
                    {lot.materialName} <small className="soft">{lot.supplierBatchNo}</small>
                  </span>
                  <strong className="figures">
                    {lot.shipQty} {lot.unitName}
                  </strong>
                </div>
                <p className="soft">
                  {[
                    lot.productionDate,
                    lot.expiryDate && say('label.until', { day: lot.expiryDate }),
                    ...lot.files.map(({ name }) => name),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ul>
          {note.noteStatus === 'shipped' && (
            <button type="button" className="public-order-plain" onClick={() => setPrinting(note)}>
              {say('print')}
            </button>
          )}
        </article>
      ))}
      {printing !== undefined && (
        <PrintedSheets
          sheets={printing.lots.map((lot) => labelOf(lot, order, say))}
          paper={SIZE}
          copies={1}
          onOver={() => setPrinting(undefined)}
        />
      )}
    </section>
  );
}

/** What must be read from afar is large; the code says which lot it is. */
function labelOf(lot: Note['lots'][number], order: Shown, say: Say): Sheet {
  const until = lot.expiryDate === '' ? say('label.none') : say('label.until', { day: lot.expiryDate });
  return {
    id: lot.code,
    title: lot.code,
    ...sheetOf(SIZE, 0),
    blocks: [
      {
        is: 'label',
        code: lot.code,
        strong: until,
        words: [
          lot.materialName,
          `${lot.shipQty} ${lot.unitName}`,
          lot.supplierBatchNo,
          until,
          order.supplierName,
          order.billCode,
        ].filter((each) => each !== ''),
      },
    ],
  };
}
