import { Modal } from 'antd';
import { Fragment } from 'react';
import { useWords } from '../../../parts/language/language.ts';
import { keysTexts } from './keys.texts.ts';
import { keysOf } from './page-keys.ts';

/** Is there such a thing on the page in front? Pages behind it are there too, unseen. */
const isSeen = (where: string): boolean =>
  [...document.querySelectorAll(`#content ${where}`)].some((each) => each.getClientRects().length > 0);

/** The keys that work on the page in front. */
export default function KeysDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const text = useWords(keysTexts);
  const groups = open ? keysOf(isSeen) : [];
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={text('title')} width={460} destroyOnHidden>
      <div className="page-keys">
        {groups.map(({ title, keys }) => (
          <Fragment key={title}>
            <h3>{text(title)}</h3>
            <dl>
              {keys.map(([stroke, does]) => (
                <div key={stroke}>
                  <dt>{text(does)}</dt>
                  <dd>
                    {stroke.split(' · ').map((each) => (
                      <span key={each}>
                        {each.split(' ').map((one) => (
                          <kbd key={one}>{one}</kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </Fragment>
        ))}
      </div>
    </Modal>
  );
}
