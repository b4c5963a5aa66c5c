/** Fonts that are installed on most devices. */
export const FONTS = {
  sans: { label: 'Sans serif', stack: "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif" },
  verdana: { label: 'Verdana', stack: 'Verdana,Geneva,Tahoma,sans-serif' },
  trebuchet: { label: 'Trebuchet', stack: "'Trebuchet MS','Lucida Grande',Tahoma,sans-serif" },
  serif: { label: 'Serif', stack: "Georgia,'Times New Roman',Times,serif" },
  palatino: { label: 'Palatino', stack: "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif" },
  mono: { label: 'Monospace', stack: "Menlo,Consolas,'Courier New',monospace" },
} as const;

export type FontName = keyof typeof FONTS;

// Safe cast: these are the object's own keys.
export const FONT_NAMES = Object.keys(FONTS) as readonly FontName[];
