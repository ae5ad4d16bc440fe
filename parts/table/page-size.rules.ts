/** How many rows a page of a list may have. */
export const PAGE_SIZES = [10, 30, 50, 100, 200] as const;

/** What stands above and below the rows of a list in a window. */
const AROUND_PX = 320;

/** The fewest rows on offer that leave no room below them, in a window and with rows of these heights. */
export const sizeThatFills = (windowHeight: number, rowHeight: number): number =>
  PAGE_SIZES.find((size) => size * rowHeight >= windowHeight - AROUND_PX) ?? PAGE_SIZES[PAGE_SIZES.length - 1]!;

/** Page numbers below a table. */
export const PAGINATION = {
  showSizeChanger: true,
  pageSizeOptions: [...PAGE_SIZES],
  size: 'small' as const,
  hideOnSinglePage: false,
};
