/** What is to be known of a dish before it is planned, cooked or put on a menu. */
export interface DishFacts {
  readonly name: string;
  readonly frozen: boolean;
  readonly semi: boolean;
  /** Days on which a BOM of it is in force. */
  readonly hasBomOn: (day: string) => boolean;
}
