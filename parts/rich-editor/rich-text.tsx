import './rich-text.css';

/** Formatted text as readers see it. It comes from the server, which keeps nothing but what its allow-list names. */
export const RichText = ({ html, className }: { readonly html: string; readonly className?: string }) => (
  <div className={`rich-text ${className ?? ''}`} dangerouslySetInnerHTML={{ __html: html }} />
);
