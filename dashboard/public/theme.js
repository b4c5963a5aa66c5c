// Chooses light or dark before anything is painted. A file of its own, because the policy of the page allows no script
// in the page itself.
(function () {
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  function apply() {
    var wish = null;
    try {
      wish = localStorage.getItem('postrider-theme');
    } catch (_error) {
      // Storage may be switched off: then the system decides.
    }
    var isDark = wish === 'dark' || (wish !== 'light' && dark.matches);
    document.documentElement.setAttribute('data-theme', isDark ? 'dark' : 'light');
  }
  dark.addEventListener('change', apply);
  window.addEventListener('storage', apply);
  window.addEventListener('postrider-theme', apply);
  apply();
})();
