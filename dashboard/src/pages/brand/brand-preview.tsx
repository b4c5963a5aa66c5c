import type { ReactNode } from 'react';
import { DEFAULT_COLORS, FONTS, NETWORKS } from '../../design-options.ts';
import { contrastOf, READABLE } from '../../contrast.ts';
import { useRead } from '../../reading.ts';
import { pathOf } from '../../images/image-parts.ts';
import { colorOr, contrastWords, inkOn } from './brand-colors.ts';

interface Brand {
  readonly accent_color: string;
  readonly text_color: string;
  readonly surface_color: string;
  readonly background_color: string;
  readonly font: string;
  readonly footer_text: string;
  readonly social_links: Readonly<Record<string, string | null>>;
}

/** Renders a sample email with the brand, and the contrast of its colors. */
export function BrandPreview(props: {
  readonly brand: Brand;
  /** URL of the logo, or the ID of an image whose URL is not known yet. */
  readonly logo: string | { readonly id: string } | null;
}): ReactNode {
  const { brand, logo } = props;
  const surface = colorOr(brand.surface_color, DEFAULT_COLORS.surface);
  const text = colorOr(brand.text_color, DEFAULT_COLORS.text);
  const accent = colorOr(brand.accent_color, DEFAULT_COLORS.accent);
  const font = (FONTS.find(({ value }) => value === brand.font) ?? FONTS[0]).stack;
  const networks = Object.entries(NETWORKS).filter(([network]) => Boolean(brand.social_links[network]));
  // The server uses a darker or lighter shade for links that are hard to read. The preview uses the text color instead.
  const link = contrastOf(accent, surface) >= READABLE ? accent : text;
  return (
    <div className="flex flex-col gap-3">
      <div
        className="rounded-control border border-line p-6 max-sm:p-3"
        style={{ background: colorOr(brand.background_color, DEFAULT_COLORS.background), fontFamily: font }}
      >
        <div className="flex flex-col gap-4 p-6" style={{ background: surface, color: text }}>
          {typeof logo === 'string' && <LogoImage path={new URL(logo).pathname} />}
          {logo !== null && typeof logo === 'object' && <NewLogo id={logo.id} />}
          <p className="text-2xl font-bold">What’s new</p>
          <p>
            This is a sample of your emails.{' '}
            <span className="underline" style={{ color: link }}>
              Links look like this.
            </span>
          </p>
          <p>
            <span
              className="inline-block rounded-md px-6 py-3 font-bold"
              style={{ background: accent, color: inkOn(accent) }}
            >
              Read more
            </span>
          </p>
          {networks.length > 0 && (
            <p className="text-center text-sm font-bold" style={{ color: link }}>
              {networks.map(([, label]) => label).join('   ')}
            </p>
          )}
          {brand.footer_text !== '' && (
            <p className="border-t border-line pt-3 text-center text-sm whitespace-pre-line">{brand.footer_text}</p>
          )}
        </div>
      </div>
      <ul className="text-sm text-ink-2" aria-label="Contrast">
        <li>{contrastWords('Text on the content background', text, surface)}</li>
        <li>
          {contrastOf(accent, surface) >= READABLE
            ? contrastWords('Links on the content background', accent, surface)
            : 'Links use a darker or lighter shade of the accent color, because the accent color is hard to read on this background.'}
        </li>
      </ul>
    </div>
  );
}

function NewLogo({ id }: { readonly id: string }): ReactNode {
  const { data } = useRead('GET /images/{id}', { params: { id } });
  return data ? <LogoImage path={pathOf(data)} /> : null;
}

function LogoImage({ path }: { readonly path: string }): ReactNode {
  return <img src={path} alt="Logo" className="max-h-24 max-w-50 self-start object-contain" />;
}
