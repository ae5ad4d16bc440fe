import { CountAt, type CountAddress } from './count-address.view.ts';
import * as calls from './factory-check.calls.ts';
import StockCheckPage from '../stock-check.page.tsx';

const ADDRESS: CountAddress = { ...calls, counts: calls.FACTORY_COUNTS };

/** 工厂盘点单: the same sheet and review, for the stores of factories. */
export default function FactoryCheckPage() {
  return (
    <CountAt value={ADDRESS}>
      <StockCheckPage />
    </CountAt>
  );
}
