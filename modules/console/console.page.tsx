import { ReloadOutlined } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import { Link } from 'react-router';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { queries, useButtons } from '../../kernel/web/queries.ts';
import { session } from '../../parts/client/session.ts';
import { MenuIcon } from '../../parts/menu/menu-icon.tsx';
import { useStore } from '../../parts/state/store.ts';
import { consoleTexts } from './console.texts.ts';
import { FigureCard } from './figure-card.view.tsx';
import { useCards, useFigure, useHeadline, type Shown } from './use-figures.view.ts';
import './console.css';

/** Where the company is going: what each may see of it, drawn. */
export default function ConsolePage() {
  const word = useWords(consoleTexts);
  const text = useText();
  const shown = useCards();
  const known = useButtons().data !== undefined;
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
            <Tile key={card.key} card={card} />
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

/** One number at a glance, for whose department, and the way to its list. */
function Tile({ card }: { readonly card: Shown }) {
  const word = useWords(consoleTexts);
  const label = useLabel();
  const dept = useStore(session)?.deptName ?? '';
  const { table } = useFigure(card);
  const headline = useHeadline(card, table);
  return (
    <Link to={card.list} className="console-tile">
      <span className="console-tile-icon" aria-hidden="true">
        <MenuIcon icon={card.icon} />
      </span>
      <span className="console-tile-text">
        {card.key === 'received' || card.key === 'food-cost' ? word(`tile.${card.key}`) : label(card.label)}
      </span>
      <span className="console-tile-figure figures">
        {headline?.value ?? '…'}
        <span className="unit"> {headline?.unit}</span>
      </span>
      <span className="console-tile-dept soft">{dept === '' ? word('everywhere') : dept}</span>
    </Link>
  );
}
