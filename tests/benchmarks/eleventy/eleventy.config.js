export default function (config) {
  config.setQuietMode(true);
  config.setNunjucksEnvironmentOptions({ trimBlocks: true });
  return { dir: { includes: "_includes", output: "public" } };
}
