import { useState } from 'react';

const AT_WORK = 'input, textarea, select, [contenteditable="true"], [role="gridcell"], [role="combobox"]';

/**
 * A field whose program comes later takes the focus it was meant to have only if nobody is at work in another by then:
 * what is typed meanwhile must not land in it.
 */
export const useLateFocus = (wanted: boolean | undefined): boolean =>
  useState(() => wanted === true && document.activeElement?.matches(AT_WORK) !== true)[0];
