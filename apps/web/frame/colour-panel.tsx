import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { label } from '../../../kernel/core/label.ts';
import { useText } from './i18n.ts';
import { useStore } from '../../../parts/state/store.ts';
import { tints } from '../../../parts/theme/themes.ts';
import { changeLook, look, themeOf } from '../../../parts/theme/look.ts';
import { useWords } from '../../../parts/language/language.ts';

const OFFERED = [
  '#409EFF',
  '#1D6FE0',
  '#0F9D90',
  '#2F9E5F',
  '#D98A00',
  '#F0705C',
  '#D6336C',
  '#7C4DDB',
  '#5878B4',
  '#5B6570',
];
const TEXTS = {
  own: label('自选颜色', 'A colour of your own'),
  reset: label('恢复主题的颜色', 'Back to the theme’s colour'),
  shades: label('由它得出的色阶', 'Shades made of it'),
} as const;
const HEX = /^#[0-9a-f]{6}$/i;

/** The colour of the next act, over the theme's own: offered ones, any other, and what is made of it. */
export default function ColourPanel() {
  const text = useText();
  const words = useWords(TEXTS);
  const now = useStore(look);
  const colour = themeOf(now).primary.toUpperCase();
  const [typed, setTyped] = useState(colour);
  useEffect(() => setTyped(colour), [colour]);
  const choose = (primary: string): void => changeLook({ primary: primary.toUpperCase() });
  return (
    <>
      <div className="colour-swatches" role="group" aria-label={text('theme.colour')}>
        {OFFERED.map((each) => (
          <button
            key={each}
            type="button"
            aria-label={each}
            aria-pressed={each.toUpperCase() === colour}
            style={{ background: each }}
            onClick={() => choose(each)}
          />
        ))}
      </div>
      <div className="colour-own">
        <input
          type="color"
          aria-label={words('own')}
          value={colour.toLowerCase()}
          onChange={(event) => choose(event.target.value)}
        />
        <Input
          size="small"
          aria-label={words('own')}
          value={typed}
          maxLength={7}
          {...(HEX.test(typed) ? {} : { status: 'error' as const })}
          onChange={(event) => {
            setTyped(event.target.value);
            if (HEX.test(event.target.value)) choose(event.target.value);
          }}
        />
      </div>
      <div className="colour-shades" role="img" aria-label={words('shades')}>
        {tints(colour).map((shade, step) => (
          <i key={step} title={shade} style={{ background: shade }} />
        ))}
      </div>
      <Button
        size="small"
        type="link"
        disabled={now.primary === undefined}
        onClick={() => changeLook({ primary: undefined })}
      >
        {words('reset')}
      </Button>
    </>
  );
}
