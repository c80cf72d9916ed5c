-- CreateTable
CREATE TABLE "handed_keys" (
    "pub" TEXT NOT NULL,
    "since" BIGINT NOT NULL,

    CONSTRAINT "handed_keys_pkey" PRIMARY KEY ("pub")
);

-- The keys that the service has already.
INSERT INTO "handed_keys" ("pub", "since")
SELECT "pub", MIN("since") FROM (
    SELECT "pub", "created" AS "since" FROM "accounts"
    UNION ALL
    SELECT "pub", "expires" - 1800000 AS "since" FROM "mail_tokens" WHERE "pub" IS NOT NULL
) AS "given" GROUP BY "pub";
