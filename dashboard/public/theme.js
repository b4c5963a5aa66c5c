// Applies the light or dark theme before the first paint. This is a separate file, because the page's
// Content-Security-Policy forbids inline scripts.
(function () {
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  function apply() {
    var wish = null;
    try {
      wish = localStorage.getItem('postrider-theme');
    } catch (_error) {
      // If the browser's storage is disabled, use the system's setting.
    }
    var isDark = wish === 'dark' || (wish !== 'light' && dark.matches);
    document.documentElement.setAttribute('data-theme', isDark ? 'dark' : 'light');
  }
  dark.addEventListener('change', apply);
  window.addEventListener('storage', apply);
  window.addEventListener('postrider-theme', apply);
  apply();
})();
