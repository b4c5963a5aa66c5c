/**
 * Strings that would run a script if a page treated them as markup. Each script sets `wasRun`. All strings are valid as
 * subjects and header values.
 */
export const HOSTILE_TEXTS: readonly string[] = [
  `<script>window.wasRun=1</script>`,
  `"><img src=x onerror="window.top.wasRun=1">`,
  `<svg onload=window.wasRun=1>`,
  `javascript:window.wasRun=1//`,
  `</title><script>window.wasRun=1</script>`,
  `<iframe srcdoc="<script>parent.wasRun=1</script>"></iframe>`,
  `{{constructor.constructor('window.wasRun=1')()}} \${window.wasRun=1}`,
  `<a href="javascript:window.wasRun=1" autofocus onfocus=window.wasRun=1 tabindex=1>x</a>`,
  `<style>@import 'javascript:window.wasRun=1';</style><base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<form action="https://evil.example/"><button formaction="javascript:window.wasRun=1">x</button></form>`,
  `--><!-- <details open ontoggle=window.wasRun=1> &lt;b&gt; \u202Etxt.exe`,
];
