import type { IncomingHttpHeaders } from 'node:http';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(route: string, method: string, status: number, seconds: number): void;
  /** Text of the Prometheus exposition format. */
  print(): Promise<string>;
  readonly contentType: string;
}

/** The service an address belongs to: few, whatever is asked. */
const serviceOf = (route: string): string => /^\/api\/([\w-]+)\//.exec(route)?.[1] ?? 'other';

/** Request durations by service and kind of answer, and the process's own figures. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests',
    labelNames: ['service', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    observe: (route, method, status, seconds) =>
      requests.observe({ service: serviceOf(route), method, status: `${Math.floor(status / 100)}xx` }, seconds),
    print: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Figures are for whoever watches over this machine; what came through a proxy came from elsewhere. */
export const isFromThisMachine = (address: string | undefined, headers: IncomingHttpHeaders): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(address ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
