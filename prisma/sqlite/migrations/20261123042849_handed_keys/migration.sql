-- CreateTable
CREATE TABLE "handed_keys" (
    "pub" TEXT NOT NULL PRIMARY KEY,
    "since" BIGINT NOT NULL
);

-- The keys that the service has already.
INSERT INTO "handed_keys" ("pub", "since")
SELECT "pub", MIN("since") FROM (
    SELECT "pub", "created" AS "since" FROM "accounts"
    UNION ALL
    SELECT "pub", "expires" - 1800000 AS "since" FROM "mail_tokens" WHERE "pub" IS NOT NULL
) AS "given" GROUP BY "pub";
