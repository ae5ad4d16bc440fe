/** What one kept file may weigh, in bytes; said before it travels, and decided by the server. */
export const PICTURE_BYTES = 500 * 1024;
export const FILE_BYTES = 20 * 1024 * 1024;
