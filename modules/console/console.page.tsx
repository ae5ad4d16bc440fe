import { ReloadOutlined } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import { useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { queries, useButtons } from '../../kernel/web/queries.ts';
import { session } from '../../parts/client/session.ts';
import { useStore } from '../../parts/state/store.ts';
import { consoleTexts } from './console.texts.ts';
import { FigureCard } from './figure-card.view.tsx';
import { Tile } from './tile.view.tsx';
import { useCards } from './use-figures.view.ts';
import './console.css';

/** Where the company is going: what each may see of it, drawn. */
export default function ConsolePage() {
  const word = useWords(consoleTexts);
  const text = useText();
  const shown = useCards();
  const known = useButtons().data !== undefined;
  const dept = useStore(session)?.deptName ?? '';
  return (
    <div className="console-page">
      <header className="console-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        <Button
          type="text"
          icon={<ReloadOutlined />}
          aria-label={text('list.refresh')}
          title={text('list.refresh')}
          onClick={() => void queries.invalidateQueries({ queryKey: ['list', 'console'] })}
        />
      </header>
      {known && shown.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('none')} />}
      {shown.length > 0 && (
        <nav className="console-tiles" aria-label={word('tiles')}>
          {shown.map((card) => (
            <Tile key={card.key} card={card} dept={dept === '' ? word('everywhere') : dept} />
          ))}
        </nav>
      )}
      <div className="console-cards">
        {shown.map((card) => (
          <FigureCard key={card.key} card={card} />
        ))}
      </div>
    </div>
  );
}
