const HAN = /\p{Script=Han}/u;

/** The language a text is to be read aloud in, where it is not that of the page. */
export const languageOf = (text: string): 'zh-CN' | undefined => (HAN.test(text) ? 'zh-CN' : undefined);
