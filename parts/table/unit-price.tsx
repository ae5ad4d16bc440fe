import { missingPlaces } from './price-room.rules.ts';

interface Props {
  readonly of: string;
  /** As it is written. */
  readonly shown: string;
}
/** A price per unit, with room for the digits it does not have: the points of a column stand under each other. */
export const UnitPrice = ({ of, shown }: Props) => (
  <span className="figures" data-pad={missingPlaces(of)}>
    {shown}
  </span>
);
