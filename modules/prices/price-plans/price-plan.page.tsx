import { Alert, Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Declaration, State } from '../../../kernel/core/declaration.ts';
import { request } from '../../../kernel/web/request.ts';
import { isEditable } from '../../../kernel/web/document/actions.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ImportDialog } from '../../../kernel/web/list/lazy-parts.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useWords } from '../../../parts/language/language.ts';
import { perUnit } from '../../../parts/quantities/amount.rules.ts';
import {
  assessmentPriceMaintenance,
  managementPricePlan,
  operatingJointVenturePricePlan,
  priceScheme,
} from './price-plan.document.ts';
import { generateLines } from './price-plan.calls.ts';
import { Comparison, LineWarnings, WarnLevel, type Compared } from './plan-review.view.tsx';
import { planTexts } from './price-plan.texts.ts';
import './price-plan.css';

/** A price document of any kind, and what its page is answered beside the fields. */
type PlanRow = Values & {
  readonly id?: unknown;
  readonly status?: unknown;
  readonly isDefault?: unknown;
  readonly versions?: readonly Version[];
  /** How many relations name its series. */
  readonly relatedCount?: unknown;
  readonly comparison?: Compared | null;
};

/** Per what a price is that is compared beyond its own unit. */
const perBaseUnit = ({ baseUnitName }: Values & { readonly baseUnitName?: unknown }) =>
  perUnit(String(baseUnitName ?? ''));
/** How far a price strays, in a word and a colour; nothing where it does not. */
const warned = (_: unknown, row: Values) => <WarnLevel row={row} />;
/** Versions stand below the facts, each with its days. */
const FACTS = {
  versionNo: false,
  priceSeriesId: false,
  supersedesId: false,
  supersededById: false,
  originalEndDate: false,
} as const;
const LINES = {
  details: {
    columns: {
      factor: { hidden: true },
      unitId: { width: 120, uncoded: true },
      lastPrice: { width: 100 },
      warnLevel: { width: 84, render: warned },
      warnReference: { hidden: true },
      warnBase: { hidden: true },
      warnDeviation: { hidden: true },
      formulaId: { hidden: true },
      formulaText: { width: 160 },
      referenceDate: { hidden: true },
      changePercent: { width: 110 },
      referencePrice: { unit: perBaseUnit },
      basePrice: { width: 120, unit: perBaseUnit },
    },
    // Most prices are typed: what a formula made of them stands behind what decides.
    first: [
      'materialId',
      'unitId',
      'price',
      'taxRate',
      'lastPrice',
      'changePercent',
      'warnLevel',
      'basePrice',
      'priceNoTax',
      'purchasePrice',
      'marginPercent',
    ],
    pinned: 1,
  },
};

/** `sheet`: the address its prices are imported at, where they may come from a sheet. */
const pageOf = (declared: unknown, sheet?: string) => {
  const of = declared as Declaration;
  return function PlanPage() {
    const acts = useGenerating(of);
    return (
      <DocumentPage
        of={of}
        acts={acts}
        facts={FACTS}
        lines={LINES}
        {...(sheet === undefined ? {} : { toolbar: (row: PlanRow) => <FromSheet of={of} segment={sheet} row={row} /> })}
      >
        {(row: PlanRow) => (
          <>
            <LineWarnings row={row} />
            <Versions of={of} row={row} />
            <Comparison of={of} compared={row.comparison} />
          </>
        )}
      </DocumentPage>
    );
  };
};

/** Fills the lines by formula and shows how many prices it made, and for which goods none. */
function useGenerating(of: Declaration): Readonly<Record<string, (row: PlanRow) => void>> {
  const word = useWords(planTexts);
  const notify = useNotify();
  const isLeaving = useRef(false);
  return useMemo(() => {
    const generate = async (row: PlanRow): Promise<void> => {
      if (isLeaving.current) return;
      isLeaving.current = true;
      try {
        const made = await request(generateLines(of), { id: String(row.id) });
        notify.done(word('generated', { added: made.added, renewed: made.renewed, typed: made.typed }));
        if (made.failed > 0)
          notify.warnMany([
            word('generated.failed', { failed: made.failed }),
            ...made.errors.map((each) => word('generated.why', { material: each.materialName, reason: each.reason })),
          ]);
        await invalidateLists(of);
      } catch (error) {
        notify.error(error);
      } finally {
        isLeaving.current = false;
      }
    };
    return { generateDetails: (row: PlanRow) => void generate(row) };
  }, [of, notify, word]);
}

/** Brings lines in from a sheet, as long as the document is being made. */
function FromSheet({
  of,
  segment,
  row,
}: {
  readonly of: Declaration;
  readonly segment: string;
  readonly row: PlanRow;
}) {
  const word = useWords(planTexts);
  const codes = useAllowedCodes();
  const [open, setOpen] = useState(false);
  const served = useMemo(() => ({ ...of, segment }), [of, segment]);
  const phone = usePhone();
  if (phone || !row.id || !isEditable(of, row) || !codes.has(`${segment}_import`)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{word('import')}</Button>
      {open && <ImportDialog of={served} query={{ planId: String(row.id) }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Version {
  readonly id: string;
  readonly billCode: string;
  readonly versionNo: number;
  readonly status: string;
  readonly statusName: string;
  readonly startDate: string;
  readonly endDate: string;
}

/** All versions of the series, the newest first, and whether anybody is charged by them. */
function Versions({ of, row }: { readonly of: Declaration; readonly row: PlanRow }) {
  const word = useWords(planTexts);
  const versions = row.versions ?? [];
  const isUnused =
    row.relatedCount === 0 && row.isDefault !== 1 && ['pending', 'approved'].includes(String(row.status));
  return (
    <>
      {isUnused && (
        <Alert type="warning" showIcon title={word(of.name === 'priceScheme' ? 'unrelated.role' : 'unrelated')} />
      )}
      {versions.length > 1 && (
        <nav className="plan-versions" aria-label={word('versions')}>
          <span className="soft">{word('versions')}</span>
          {versions.map((version) => (
            <Link
              key={version.id}
              to={`${of.path}/${version.id}`}
              title={version.billCode}
              {...(version.id === row.id ? { 'aria-current': 'page' as const } : {})}
            >
              <b className="figures">{word('version', { nr: version.versionNo })}</b>
              <span className="figures">
                {version.startDate} ~ {version.endDate === '' ? word('open') : version.endDate}
              </span>
              <Status
                tone={(of.life!.states as Readonly<Record<string, State>>)[version.status]?.tone ?? 'plain'}
                word={version.statusName}
              />
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}

export const ManagementPlanPage = pageOf(managementPricePlan, 'managementprice');
export const JointPlanPage = pageOf(operatingJointVenturePricePlan);
export const AssessmentPage = pageOf(assessmentPriceMaintenance, 'assessmentpricemaintenance');
export const SchemePage = pageOf(priceScheme);
