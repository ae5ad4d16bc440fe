/** What is known of the network between this page and its server. */
export interface Connection {
  /** When the server answered last, in milliseconds of this device's clock. */
  readonly answeredAt: number;
  /** When what is shown was answered, while the server is out of reach. */
  readonly cutSince?: number;
  /**
   * How often it was cut so far. A request takes the number along, and thereby knows whether it was sent before a cut.
   */
  readonly cuts: number;
  /** The device lost its network under this page. One that never had any is its own server's. */
  readonly isOffline: boolean;
}

/** A connection the server answered on just now. */
export const connected = (now: number): Connection => ({ answeredAt: now, cuts: 0, isOffline: false });

const cut = ({ answeredAt, cutSince = answeredAt, cuts, isOffline }: Connection): Connection => ({
  answeredAt,
  cutSince,
  cuts: cuts + 1,
  isOffline,
});

/** A request found no server. */
export const afterFailure = (connection: Connection): Connection =>
  connection.cutSince === undefined ? cut(connection) : connection;

/**
 * The server answered a request that was sent after `cuts` cuts. One that was on its way when the network was cut says
 * nothing of the time since.
 */
export const afterAnswer = (connection: Connection, cuts: number, now: number): Connection =>
  connection.isOffline || cuts !== connection.cuts ? connection : { answeredAt: now, cuts, isOffline: false };

/** The device lost its network, or has it again; whether the server is there again is for an answer to say. */
export const afterOffline = (connection: Connection): Connection => ({ ...cut(connection), isOffline: true });
/** The device has a network again; whether the server is reached, the next answer says. */
export const afterOnline = (connection: Connection): Connection => ({ ...connection, isOffline: false });
