/** What stands in the place of the dashboard in a clone where it was not built. */
export const NOT_BUILT_PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Postrider</title>' +
  '<meta name="viewport" content="width=device-width,initial-scale=1"></head>' +
  '<body style="font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:12vh auto;padding:0 1rem">' +
  '<h1>The dashboard is not built here</h1><p>Mail and the API work without it. Run <code>npm run build</code> in ' +
  'the folder of Postrider and start it again.</p></body></html>';
