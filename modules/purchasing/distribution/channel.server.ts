/** How request lines become orders in this company: by a buyer at once, by a dispatcher's work lists, or both. */
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { serve } from '../../../kernel/server/serve.ts';
import * as calls from '../purchase-request.calls.ts';

/** What is open to request lines; a parameter that says something else leaves both. */
export async function purchasingChannels(
  context: Context,
): Promise<{ readonly direct: boolean; readonly distribution: boolean }> {
  const value = await readParameter(context, 'purchasing.channel');
  return { direct: value !== 'distribution', distribution: value !== 'direct' };
}

export const channelCall = serve(calls.purchasingChannel, purchasingChannels);
