import { createContext, useCallback, useContext, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { close, setTabTitle } from '../state/tabs.ts';

/** The tab whose page is drawn. */
export const OwnTab = createContext('');

/** Key of the tab the component stands in. */
export const useTabKey = (): string => useContext(OwnTab);

/** Closes the own tab and goes on elsewhere: what was to be done here is done. */
export function useCloseTabAndGo(): (path: string) => void {
  const tab = useTabKey();
  const navigate = useNavigate();
  return useCallback(
    (path) => {
      close(new Set([tab]), '');
      void navigate(path, { replace: true });
    },
    [tab, navigate],
  );
}

/** Lets a page name its tab: a document's number instead of "Purchase order". */
export function useTitle(title: string | undefined): void {
  const key = useContext(OwnTab);
  useEffect(() => {
    if (title !== undefined && title !== '') setTabTitle(key, title);
  }, [key, title]);
}
